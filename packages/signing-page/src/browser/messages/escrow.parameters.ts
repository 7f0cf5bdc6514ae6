/** Made from escrow.en.json by `pnpm fix`. */
export type EscrowParameters = {
  'escrow.reported': 'rpc' | 'ledger' | 'time';
  'escrow.none.absent.what': 'rpc' | 'network';
  'escrow.none.not-listed.what': 'rpc' | 'network';
  'escrow.none.archived.what': 'rpc';
  'escrow.none.replaceable.what': 'owner';
  'escrow.none.unreadable.what': 'rpc';
  'escrow.turn.since': 'time';
  'escrow.money.total.one': 'total';
  'escrow.money.total.other': 'total' | 'count';
  'escrow.money.totalAtOnce.one': 'total';
  'escrow.money.totalAtOnce.other': 'total' | 'count';
  'escrow.money.none': 'needed';
  'escrow.money.partly': 'held' | 'needed';
  'escrow.money.fully': 'held';
  'escrow.money.over': 'held' | 'needed';
  'escrow.money.rest': 'held';
  'escrow.money.fees': 'platform' | 'service';
  'escrow.money.serviceFee': 'service';
  'escrow.money.token': 'token';
  'escrow.history.loading': 'rpc';
  'escrow.history.since': 'time';
  'escrow.history.unknown': 'rpc';
};
