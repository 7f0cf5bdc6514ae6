/** The few Components V2 that our messages are made of, and the limits that hold over all of them together. */
import {
  type APIButtonComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';

/** For warnings about recently changed wallets (`wallets/new-wallets.ts`). */
const KEPT_FREE = 500;
/** Discord's limits over all texts of a message. It counts characters; beyond some 10 kB of UTF-8 it was seen to fail. */
const MAX_CHARACTERS = 4_000 - KEPT_FREE;
const MAX_BYTES = 9_000 - KEPT_FREE;
/** Source: Discord's reference, "Button". */
const MAX_URL = 512;

const COLOURS = { ready: 0x5865f2, good: 0x2d7d46, bad: 0xc0392b, waiting: 0xb7791f, plain: 0x4e5d94 } as const;
export type Colour = keyof typeof COLOURS;

export function text(content: string): APIComponentInContainer {
  return { type: ComponentType.TextDisplay, content };
}

/** A text with a button beside it. */
export function section(content: string, accessory: APIButtonComponentWithCustomId): APIComponentInContainer {
  return { type: ComponentType.Section, components: [{ type: ComponentType.TextDisplay, content }], accessory };
}

export const RULE: APIComponentInContainer = { type: ComponentType.Separator };

export function file(name: string): APIComponentInContainer {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } };
}

export function buttons(...list: readonly APIButtonComponent[]): APIComponentInContainer {
  return { type: ComponentType.ActionRow, components: [...list] };
}

export type ButtonLook = 'Primary' | 'Secondary' | 'Danger' | 'Success';

/** A button whose `v1:action:id` says all that is needed to act on it, also after a restart. */
export function button(
  label: string,
  action: string,
  id: string,
  look: ButtonLook = 'Secondary',
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style: ButtonStyle[look], label, custom_id: `v1:${action}:${id}` };
}

/** A button that opens a page; nothing where Discord would not take its address. */
export function link(label: string, url: string | undefined): APIButtonComponent[] {
  if (url === undefined || url.length > MAX_URL || !/^https?:\/\//.test(url) || !URL.canParse(url)) return [];
  return [{ type: ComponentType.Button, style: ButtonStyle.Link, label, url }];
}

export function container(colour: Colour, components: APIComponentInContainer[]): APIMessageTopLevelComponent[] {
  return [{ type: ComponentType.Container, accent_color: COLOURS[colour], components }];
}

/** Whether the texts of these components fit into one message. */
export function fits(components: readonly APIComponentInContainer[]): boolean {
  const texts = components.flatMap((part) => {
    if (part.type === ComponentType.Section) return part.components.map(({ content }) => content);
    return part.type === ComponentType.TextDisplay ? [part.content] : [];
  });
  const all = texts.join('');
  return all.length <= MAX_CHARACTERS && Buffer.byteLength(all) <= MAX_BYTES;
}
