/** The files in the data folder: their versions, and whether this version of Countersign can use them. */
import { toCountersignError } from '@countersign/core/errors';
import { type DataFileFormat, inspectDataFile, isMoved } from '@countersign/core/platform/data-file';
import { type Finding, note, ok, wrong } from './finding.ts';

/**
 * One finding for each file that exists. None is updated: that is left to the next start.
 * @param isShared whether a database replaces files; those that were moved into it are skipped
 */
export function checkDataFiles(dataDir: string, formats: readonly DataFileFormat[], isShared: boolean): Finding[] {
  return formats
    .filter((format) => !(isShared && isMoved(dataDir, format)))
    .flatMap((format) => checkFile(dataDir, format) ?? []);
}

function checkFile(dataDir: string, format: DataFileFormat): Finding | undefined {
  try {
    const found = inspectDataFile(dataDir, format);
    if (found === undefined) return undefined;
    const { version, newest } = found;
    return version === newest
      ? ok(format.name, `is of version ${version}, the current one.`)
      : note(
          format.name,
          `is of version ${version}; the next start updates it to ${newest} and keeps a copy beside it.`,
        );
  } catch (thrown) {
    const { message, operatorRemedy: remedy } = toCountersignError(thrown);
    return wrong(format.name, message, remedy);
  }
}
