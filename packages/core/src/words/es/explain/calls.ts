/** What calls of tokens and of escrows do, as the function's name and its arguments tell. */

export const callsUnknownToken = (name: string, contract: string, does: string): string =>
  `Llama a ${name} del contrato ${contract}, que no es un token conocido aquí; por ese nombre ${does}`;
export const callOfToken = (does: string, name: string, code: string, contract: string): string =>
  `${does} (${name} del contrato de ${code} ${contract})`;
export const calls = (name: string, contract: string): string => `Llama a ${name} del contrato ${contract}`;
export const byThatName = (does: string): string => `, que por ese nombre ${does}`;
export const withArguments = (call: string, values: string): string =>
  `${call}, ${values === '' ? 'sin argumentos' : `con los argumentos (${values})`}`;

export const moves = (amount = '', from = '', to = ''): string => `mueve ${amount} de ${from} a ${to}`;
export const byAllowance = (words: string, spender = ''): string => `${words}, por el permiso de gasto de ${spender}`;
export const letsTake = (spender = '', amount = '', from = '', until = ''): string =>
  `permite a ${spender} tomar ${amount} de ${from}, hasta el libro ${until}, sin volver a preguntar`;
export const destroys = (amount = '', from = ''): string => `destruye ${amount} de ${from}`;
export const mints = (amount = '', to = ''): string => `crea ${amount} para ${to}`;
export const takesBackByForce = (amount = '', from = ''): string =>
  `toma ${amount} de ${from} sin preguntar, y lo destruye`;
export const makesAdministrator = (admin = ''): string => `hace a ${admin} administrador del token`;

export const CALLS: Readonly<Record<string, string>> = {
  initialize_escrow: 'configura un depósito en garantía',
  update_escrow: 'cambia las condiciones de un depósito en garantía',
  fund_escrow: 'pone dinero en un depósito en garantía',
  change_milestone_status: 'informa el avance de un hito',
  approve_milestone: 'aprueba un hito',
  approve_milestones: 'aprueba hitos',
  change_milestone_approved_flag: 'aprueba un hito',
  release_funds: 'paga el depósito en garantía',
  release_milestone_funds: 'paga un hito',
  dispute_escrow: 'abre una disputa sobre el depósito en garantía',
  dispute_milestone: 'abre una disputa sobre un hito',
  dispute_milestones: 'abre una disputa sobre hitos',
  resolve_dispute: 'decide una disputa, y adónde va el dinero',
  resolve_milestone_dispute: 'decide una disputa sobre un hito, y adónde va su dinero',
  withdraw_remaining_funds: 'retira lo que queda en un depósito en garantía',
  extend_contract_ttl: 'conserva el contrato por más tiempo',
  get_escrow: 'lee un depósito en garantía',
  get_multiple_escrow_balances: 'lee lo que tienen depósitos en garantía',
};
export const milestoneNumber = (number: string): string => `número ${number}`;
export const milestoneNumbers = (numbers: string): string => `números ${numbers}`;
export const NO_NUMBER: string = 'que no es un número';
export const withStatus = (status: string): string => `con el estado ${status}`;
export const withEvidence = (evidence: string): string => `con la evidencia ${evidence}`;
export const TAKES_APPROVAL_BACK: string = 'o más bien retira su aprobación';
export const because = (reason: string): string => `porque ${reason}`;
export const baseUnitsTo = (units: string, to: string): string => `${units} unidades base a ${to}`;
export const THE_APPROVER: string = 'quien aprueba';
export const THE_SERVICE_PROVIDER: string = 'quien hace el trabajo';
export const THE_RECEIVER: string = 'quien cobra';
export const byLedgers = (ledgers: bigint): string => `por ${ledgers} libros`;
export const serviceShareTo = (address: string): string => `la parte del servicio a ${address}`;
export const fromPayer = (address: string): string => `de ${address}`;
export const bySigner = (address: string): string => `por ${address}`;
export const IF_SAME_TERMS: string = 'si sus condiciones aún son las que se nombran';
export const NO_AMOUNT: string = 'algo que no es un monto';
export const NO_ADDRESS: string = 'algo que no es una dirección';
export const unitsOfUnnamedToken = (units: bigint): string =>
  `${units} unidades base de un token que la llamada no nombra`;
const OVER = { released: 'pagado', resolved: 'resuelto' } as const;
export const fundsWhatIsOver = (over: 'released' | 'resolved'): string =>
  `pone dinero en un depósito en garantía ya ${OVER[over]}: solo su árbitro puede sacar lo que se pague ahora`;
export const serviceShareElsewhere = (address: string, network: string, known: string): string =>
  `paga la parte del servicio a ${address}; en ${network} se sabe que va a ${known}`;
