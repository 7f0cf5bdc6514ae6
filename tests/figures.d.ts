/** How a proof passes its figures to the runner; `pnpm proof` prints them all. */
import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    figures?: {
      /** The proof's name, a heading of the printed table. */
      readonly proof: string;
      /** Counts and measurements by printed label; null if only a whole run can tell. */
      readonly rows: Readonly<Record<string, number | string | null>>;
    };
  }
}
