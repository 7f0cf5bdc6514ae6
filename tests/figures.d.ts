/** A proof hands its figures to the runner this way; `pnpm proof` prints them all. */
import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    figures?: {
      /** What was proved, as a heading of the printed table. */
      readonly proof: string;
      /** What was counted or measured, by the words it is printed with; nothing where only the whole run can say. */
      readonly rows: Readonly<Record<string, number | string | null>>;
    };
  }
}
