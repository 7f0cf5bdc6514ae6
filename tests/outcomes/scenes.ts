/** Hand-written schedules: each attack on outcomes, and the case that each rule prevents. */
import rows from './scenes.json' with { type: 'json' };
import type { Happening, Mode } from './step.ts';

export type OutcomeScene = { readonly scene: string; readonly mode: Mode; readonly happenings: readonly Happening[] };

type SceneRow = Pick<OutcomeScene, 'scene'> & {
  readonly mode?: string;
  /** The scene is played with each of these in place of `$`. */
  readonly each?: readonly string[];
  /** A name alone is something that happens with the usual fields. */
  readonly happenings: readonly (string | { readonly does: string })[];
};

/** Alice at the first desk, about what came first. */
const USUAL = {
  seat: 0,
  person: 0,
  request: 0,
  another: false,
  handle: 0,
  offer: 0,
  way: 'alone',
  escrow: 0,
  amount: '1',
};

const sceneOf = ({ scene, mode = 'ours', happenings }: SceneRow): OutcomeScene => ({
  scene,
  mode: mode as Mode,
  happenings: happenings.map(
    (each) => ({ ...USUAL, ...(typeof each === 'string' ? { does: each } : each) }) as Happening,
  ),
});

/** Each begins with R0 prepared by Alice, honestly: transaction 0 of request 0. */
export const SCENES: readonly OutcomeScene[] = (rows as readonly SceneRow[]).flatMap((row) =>
  (row.each ?? ['$']).map((value) => sceneOf(JSON.parse(JSON.stringify(row).replaceAll('$', value)))),
);
