/** @param another above 0: one more escrow with the same terms, in a header that only our own service knows */
export function anotherHeader(another = 0): Readonly<Record<string, string>> {
  return another > 0 ? { 'Countersign-Another': `${another}` } : {};
}
