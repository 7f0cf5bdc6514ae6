/** The sentences of the pages, with their types. Each JSON file of a language is one part of the pages. */
import type { Catalogue } from '@countersign/core/text/message';
import type { AfterwardsParameters } from '../messages/afterwards.parameters.ts';
import type { EscrowParameters } from '../messages/escrow.parameters.ts';
import type { EscrowsParameters } from '../messages/escrows.parameters.ts';
import type { PageParameters } from '../messages/page.parameters.ts';
import type { SignParameters } from '../messages/sign.parameters.ts';
import type { WalletParameters } from '../messages/wallet.parameters.ts';

type Page = typeof import('../messages/page.en.json', { with: { type: 'json' }});
type Afterwards = typeof import('../messages/afterwards.en.json', { with: { type: 'json' }});
type Sign = typeof import('../messages/sign.en.json', { with: { type: 'json' }});
type Wallet = typeof import('../messages/wallet.en.json', { with: { type: 'json' }});
type Escrows = typeof import('../messages/escrows.en.json', { with: { type: 'json' }});
type Escrow = typeof import('../messages/escrow.en.json', { with: { type: 'json' }});
export type PageWords = Catalogue<Page, PageParameters> &
  Catalogue<Sign, SignParameters> &
  Catalogue<Escrows, EscrowsParameters> &
  Catalogue<Escrow, EscrowParameters> &
  Catalogue<Afterwards, AfterwardsParameters> &
  Catalogue<Wallet, WalletParameters>;

/** The catalogues that a page loads. */
export type PageJson = Page & ((Sign & Afterwards & Wallet) | Escrows | (Escrows & Escrow & Wallet));
