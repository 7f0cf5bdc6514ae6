/** What goes with the artefacts of a release: their checksums, and from what they were made. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn } from '../../tools/src/pack/pack-all.ts';

export type Build = {
  readonly version: string;
  /** Of the sources. */
  readonly commit: string;
  readonly command: string;
  /** What else decides about the artefacts, by name. */
  readonly materials: Readonly<Record<string, Uint8Array>>;
  readonly startedOn: string;
};

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/**
 * Writes `SHA256SUMS`, for `sha256sum --check`, and `provenance.json`, a statement of in-toto with the provenance of
 * SLSA 1.0. No one signs it here, so it proves nothing to a stranger; the owner signs it where the release is made.
 */
export async function writeStatements(folder: string, build: Build): Promise<void> {
  const sums = Object.entries(await filesIn(folder)).map(([name, content]) => ({ name, sha256: sha256(content) }));
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: sums.map(({ name, sha256: hash }) => ({ name, digest: { sha256: hash } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:countersign:release:1',
        externalParameters: { command: build.command, version: build.version },
        resolvedDependencies: [
          { name: 'countersign', digest: { gitCommit: build.commit } },
          ...Object.entries(build.materials).map(([name, content]) => ({ name, digest: { sha256: sha256(content) } })),
        ],
      },
      runDetails: {
        builder: { id: 'urn:countersign:local', version: { node: process.version, platform: process.platform } },
        metadata: { startedOn: build.startedOn, finishedOn: new Date().toISOString() },
      },
    },
  };
  await writeFile(join(folder, 'SHA256SUMS'), sums.map(({ name, sha256: hash }) => `${hash}  ${name}\n`).join(''));
  await writeFile(join(folder, 'provenance.json'), `${JSON.stringify(statement, undefined, 2)}\n`);
}
