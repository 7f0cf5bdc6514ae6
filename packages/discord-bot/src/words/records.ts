/** How an escrow of a list stands. */
import type { PersonalDesk } from '@countersign/core';

export type TitlePhase = Awaited<ReturnType<PersonalDesk['titles']>>[number]['status'];
