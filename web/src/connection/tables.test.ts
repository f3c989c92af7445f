import { expect, it } from "vitest";

import { isLoopback } from "./tables";

it("an address of the computer itself is known as one that nobody else can open", () => {
  for (const host of ["localhost", "fight.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    expect(isLoopback(host), host).toBe(true);
  }
  for (const host of ["192.168.1.7", "table.example", "10.127.0.1", "127.example.org"]) {
    expect(isLoopback(host), host).toBe(false);
  }
});
