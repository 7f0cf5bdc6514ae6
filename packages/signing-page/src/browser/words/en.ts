/** What the pages say in English, beside the words of core. Every other language says the same (`PageWords`). */
export const en = {
  escrows: {
    title: 'My escrows',
  },
};

export type PageWords = typeof en;
