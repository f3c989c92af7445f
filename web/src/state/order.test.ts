import { expect, it } from "vitest";

import type { LogLine } from "../protocol/LogLine";
import { inOrder } from "./order";

const line = (number: number, entry: number | null, more: Partial<LogLine> = {}): LogLine => ({
  number,
  depth: "event",
  text: "",
  rules: [],
  about: [],
  kind: "told",
  entry,
  ...more,
});
const remark = (number: number, after?: number) =>
  line(number, null, { kind: "remark", ...(after === undefined ? {} : { after }) });
const numbers = (log: LogLine[], progress: LogLine[] = []) =>
  inOrder(log, progress).map(({ number }) => number);

it("what came while an act was in progress stands where it came, during the act and after it", () => {
  const before = [line(0, 0), remark(1, 1)];
  expect(numbers(before, [line(2, null), line(3, null)])).toEqual([0, 2, 1, 3]);
  expect(numbers([...before, line(2, 2), line(3, 2), line(4, 2)])).toEqual([0, 2, 1, 3, 4]);
  const twice = [...before, remark(2, 2)];
  expect(numbers([...twice, line(3, 3), line(4, 3), line(5, 5)])).toEqual([0, 3, 1, 4, 2, 5]);
});

it("it follows an act of which less is told than had been", () => {
  expect(numbers([remark(0, 5)], [line(1, null)])).toEqual([1, 0]);
  expect(numbers([remark(0, 5), line(1, 1), line(2, 2)])).toEqual([1, 0, 2]);
  expect(numbers([line(0, 0), remark(1, 5)])).toEqual([0, 1]);
});

it("what is no part of an act stands where it is", () => {
  expect(numbers([line(0, 0), remark(1), line(2, 2)], [line(3, null)])).toEqual([0, 1, 2, 3]);
});

it("an answer that was taken back stands after what is left of the act", () => {
  const undone = line(1, 1, { kind: "undone", after: 1 });
  expect(numbers([line(0, 0), undone, remark(2, 1)], [line(3, null)])).toEqual([0, 3, 1, 2]);
});

it("numbers stay with what they are of", () => {
  const roll = line(3, null, { depth: "number" });
  expect(numbers([remark(1, 1)], [line(2, null), roll, line(4, null)])).toEqual([2, 3, 1, 4]);
});

it("an answer that is taken back and done again is read in that order", () => {
  const undone = line(1, 1, { kind: "undone", after: 1 });
  const log = [line(0, 0), undone, remark(2, 1), remark(3, 1)];
  const progress = [line(4, null), line(5, null)];
  expect(numbers(log, progress)).toEqual([0, 4, 1, 2, 3, 5]);
  expect(numbers([...log, line(4, 4), line(5, 4)])).toEqual([0, 4, 1, 2, 3, 5]);
});

it("what is corrected during an act stands where it came, and not before the act", () => {
  const corrected = [remark(1, 2), line(2, 2, { after: 2 }), remark(3, 2), remark(4, 2)];
  const progress = [line(5, null), line(6, null), line(7, null)];
  expect(numbers([line(0, 0), ...corrected], progress)).toEqual([0, 5, 6, 1, 2, 3, 4, 7]);
});

it("nothing stands before what came earlier, however little is told of the act since", () => {
  const log = [remark(0, 3), remark(1, 1)];
  expect(numbers(log, [line(2, null), line(3, null), line(4, null)])).toEqual([2, 0, 1, 3, 4]);
});
