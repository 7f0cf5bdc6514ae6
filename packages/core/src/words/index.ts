export { type Reason, reasonText } from './reasons.ts';
export { labelledRoles, NETWORK_WORDS, ROLE_WORDS, SOURCE_WORDS, STATE_WORDS } from './words.ts';
