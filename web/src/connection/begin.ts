import type { NewTable } from "../protocol/NewTable";
import { go } from "../route.svelte";
import { openTable } from "./http";
import { rememberTable } from "./tables";

/** Begins a table and sits down there as its game master. */
export async function beginTable(what: NewTable): Promise<void> {
  const { table, token } = await openTable(what);
  const { id, name, system_name: system } = table;
  const { scenario } = what;
  rememberTable({
    id,
    name,
    system,
    role: "game-master",
    token,
    at: Date.now(),
    ...(scenario === undefined ? {} : { scenario }),
  });
  go(`/table#${token}`);
}
