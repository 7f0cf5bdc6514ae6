/** Made from card.en.json by `pnpm fix`. */
export type CardParameters = {
  'field': 'name';
  'message': 'id';
};
