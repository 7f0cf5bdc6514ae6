/** Made from card.en.json by `pnpm fix`. */
export type CardParameters = {
  'you': 'does';
  'field': 'name';
  'paidTo': 'who';
  'platformGets': 'percent';
  'before': 'text';
  'after': 'text';
  'message': 'id';
  'holds': 'held' | 'needed';
};
