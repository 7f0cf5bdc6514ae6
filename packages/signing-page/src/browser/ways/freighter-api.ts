/** What of Freighter's library is used: loaded beside the page, so that reading does not wait for it. */
export { isConnected, requestAccess, signTransaction } from '@stellar/freighter-api';
