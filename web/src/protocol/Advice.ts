import type { Advised } from "./Advised";
import type { CreatureId } from "./CreatureId";

export type Advice = { who: CreatureId, name: string, policy: string, budget: string, of: number, commands: Array<Advised>, };
