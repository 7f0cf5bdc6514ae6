export { type Reason, reasonSchema, reasonText, saidItsDecimals } from './reasons.ts';
