/** Made from core.en.json by `pnpm fix`. */
export type CoreParameters = {
  'milestones.one': 'numbers';
  'milestones.other': 'numbers';
  'kinds.text': 'release' | 'generation';
  'kinds.otherRelease': 'release';
};
