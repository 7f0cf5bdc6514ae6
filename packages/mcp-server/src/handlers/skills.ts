/**
 * Our skill over MCP (SEP-2640): the file that the plugins install, for hosts that take skills from a server. A host
 * compares what it reads with the digest, which is also what its person approves.
 */
import { createHash } from 'node:crypto';
import written from '../../skill.json' with { type: 'json' };
import { Refusal } from './call.ts';

export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

const { text } = written;
/** Each field is plain text on one line. */
const FRONTMATTER = Object.fromEntries(
  [...text.slice(0, text.indexOf('\n---\n')).matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]),
) as { readonly name: string; readonly description: string };

const SKILL_TYPE = 'text/markdown';
export const SKILL_URI = `skill://${FRONTMATTER.name}/SKILL.md`;
/** As the list of resources shows it. */
export const SKILL_RESOURCE = { uri: SKILL_URI, ...FRONTMATTER, title: 'How to use Countersign', mimeType: SKILL_TYPE };
export const SKILL_CONTENTS = { contents: [{ uri: SKILL_URI, mimeType: SKILL_TYPE, text }] };

export type Skills = ReturnType<typeof createSkills>;

/** A read-only installation has none: the skill is about preparing escrows. */
export function createSkills({ readOnly }: { readonly readOnly: boolean }) {
  return {
    list: () => ({ skills: readOnly ? [] : [skill()] }),
    get: async ({ uri }: { readonly uri: string }) => {
      if (readOnly || uri !== SKILL_URI)
        throw new Refusal('invalid', 'There is no such skill. skills/list names them.');
      return { skill: skill() };
    },
  };
}

function skill() {
  const bytes = Buffer.from(text);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { uri: SKILL_URI, frontmatter: FRONTMATTER, resources: [{ uri: SKILL_URI, digest, size: bytes.length }] };
}
