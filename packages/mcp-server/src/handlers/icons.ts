/** Icons for hosts as PNG: in the answers themselves, or by address where people reach this server under a name. */
import { withoutTrailing } from '@countersign/core/text';
import drawn from '../../icons.json' with { type: 'json' };
import { ICONS } from '../tools/tool.ts';

export type Icon = { readonly src: string; readonly mimeType: string; readonly sizes: string[] };

const PNG = 'image/png';
/** In base64, by their width in pixels. */
const PICTURES: Readonly<Record<string, string>> = drawn.png;
const SMALLEST = '64';

export const ICON_PATH = '/icons';
export const ICON_SIZES = Object.keys(PICTURES);

const iconOf = (size: string, src: string): Icon => ({ src, mimeType: PNG, sizes: [`${size}x${size}`] });

/** Some hosts show no SVG. One picture is enough here: answers of 2026-07-28 all name the server with it. */
export const EMBEDDED_ICONS: readonly Icon[] = [...ICONS, iconOf(SMALLEST, `data:${PNG};base64,${PICTURES[SMALLEST]}`)];

/** @param publicUrl of this server, which serves them there over HTTP */
export function iconsAt(publicUrl: string): readonly Icon[] {
  const base = `${withoutTrailing(publicUrl, '/')}${ICON_PATH}`;
  return ICON_SIZES.map((size) => iconOf(size, `${base}/${size}.png`));
}

/** As files of a bundle, by their paths. */
export const iconFiles = (): Readonly<Record<string, Uint8Array<ArrayBuffer>>> =>
  Object.fromEntries(
    Object.entries(PICTURES).map(([size, picture]) => [`${size}.png`, Uint8Array.from(Buffer.from(picture, 'base64'))]),
  );

/** Hosts in web pages may show them too. */
const HEADERS = {
  'Content-Type': PNG,
  'Cache-Control': 'public, max-age=86400',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** @param name the last part of the address */
export function iconAnswer(name: string): Response | undefined {
  const found = Object.entries(iconFiles()).find(([file]) => file === name);
  return found && new Response(found[1], { headers: HEADERS });
}
