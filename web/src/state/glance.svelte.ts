// What a link leads to, for whoever has not sat down there yet: asked for once, and nobody's name is told for it.

import { sentence } from "../connection/http";
import { Line } from "../connection/socket";
import type { Seat } from "../protocol/Seat";
import type { TableInfo } from "../protocol/TableInfo";
import { lay, nothing } from "./lay";

export class Glance {
  info: TableInfo | undefined = $state.raw();
  seat: Seat | undefined = $state.raw();
  /** The names of whom one will play. */
  plays: string[] = $state.raw([]);
  /** Why the link opens nothing. */
  refusal: string | undefined = $state();

  #line: Line;

  constructor(token: string) {
    this.#line = new Line(token, undefined, {
      welcome: (info, seat) => {
        this.info = info;
        this.seat = seat;
      },
      ledOn: () => undefined,
      update: (update) => {
        const { creatures } = lay(nothing(), update);
        const own = new Set(this.seat?.creatures);
        this.plays = creatures.filter(({ id }) => own.has(id)).map(({ name }) => name);
        this.close();
      },
      state: (state, problem) => {
        if (state === "refused" && problem) this.refusal = sentence(problem);
      },
    });
  }

  close(): void {
    this.#line.close();
  }
}
