/** What the kinds of escrow contract are called in Spanish. */

const GENERATIONS: Readonly<Record<string, string>> = {
  A0: 'de mediados de 2025 (generación A0)',
  A1: 'de fines de 2025 (generación A1)',
  'B-int': 'una versión intermedia de noviembre de 2025 (generación B-int)',
  B: 'en uso hoy (generación B)',
  C: 'su próxima versión, en beta (generación C)',
};

const RELEASES: Readonly<Record<string, string>> = {
  single: 'un solo pago (un monto, pagado de una vez)',
  multi: 'pagos por hito',
};

/** @param release as it was kept or read: `multi` or `single` */
export function kindWords({ generation, release }: { readonly generation: string; readonly release: string }): string {
  const paid = RELEASES[release] ?? `pagos “${release}”`;
  return `Trustless Work, ${paid}, ${GENERATIONS[generation] ?? generation}`;
}
