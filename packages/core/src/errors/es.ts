/** The Spanish message and remedy of each error, for persons. Operators read English. */
import type { ErrorCode, XdrReason } from './errors.ts';

type ErrorText = { readonly message: string; readonly remedy: string };

const TELL_THE_OPERATOR = 'Avise a la persona que administra Countersign.';

export const ERRORS_ES: Readonly<Record<ErrorCode, ErrorText>> = {
  INPUT_INVALID: {
    message: 'El pedido no es válido.',
    remedy: 'Corrija los campos indicados y vuelva a intentarlo.',
  },
  SECRET_REFUSED: {
    message:
      'El texto contiene algo que parece un secreto (una clave secreta, una frase de recuperación o una credencial). Se rechazó y no se guardó.',
    remedy:
      'Nunca dé un secreto a un chat, a un asistente ni a esta herramienta. Considérelo expuesto: pase los fondos de esa clave a una cuenta nueva, o cambie la credencial. Después inténtelo de nuevo sin él.',
  },
  SETTING_INVALID: { message: 'Un ajuste no es válido.', remedy: TELL_THE_OPERATOR },
  READ_ONLY: {
    message:
      'Esta instalación es de solo lectura: muestra depósitos y saldos y explica transacciones, pero no prepara ni envía ninguna.',
    remedy: 'Si necesita crear depósitos aquí, hable con la persona que administra Countersign.',
  },
  CANCELLED: { message: 'La llamada se canceló.', remedy: 'Vuelva a intentarlo cuando quiera.' },
  RATE_LIMITED: { message: 'Demasiadas solicitudes por ahora.', remedy: 'Espere un poco y vuelva a intentarlo.' },
  LIST_CLOSED: {
    message:
      'Su lista de depósitos no está abierta en este navegador. Un enlace a ella sirve una vez, durante 5 minutos.',
    remedy: 'Pida a su asistente un nuevo enlace a su lista.',
  },
  PROOF_CLOSED: {
    message: 'Este enlace ya no prueba ninguna billetera. Sirve una vez, durante 15 minutos.',
    remedy: 'Pida uno nuevo donde lo recibió.',
  },
  PROOF_NOT_SIGNED: {
    message: 'Esta no es la firma de esta billetera sobre este texto. No se probó nada.',
    remedy:
      'Elija en la billetera la cuenta de esta dirección y vuelva a firmar el texto. Una firma que se pega tiene 64 bytes, en base64 o hexadecimal.',
  },
  SERVICE_UNREACHABLE: {
    message: 'No se pudo conectar con el servicio de depósitos. No se envió nada.',
    remedy:
      'Revise la conexión y vuelva a intentarlo. Si sigue fallando, avise a la persona que administra Countersign.',
  },
  RPCS_DISAGREE: {
    message:
      'Los dos RPC de Stellar informan cosas distintas sobre este depósito en garantía: uno está atrasado o se equivoca. No se preparó ni se envió nada.',
    remedy: 'Vuelva a intentarlo en un minuto. Si sigue así, avise a la persona que administra Countersign.',
  },
  RPC_BUSY: {
    message: 'El RPC de Stellar no aceptó más transacciones en este momento. La transacción no se envió.',
    remedy: 'Envíe de nuevo la misma transacción firmada en un minuto. No hace falta volver a firmarla.',
  },
  RPC_REFUSED: {
    message: 'El RPC de Stellar no aceptó la transacción desde aquí. No se envió.',
    remedy:
      'Avise a la persona que administra Countersign. Después envíe de nuevo la misma transacción firmada: mientras no venza, no hace falta volver a firmarla.',
  },
  RPC_UNREACHABLE: {
    message: 'No se pudo conectar con el RPC de Stellar. No se envió nada.',
    remedy: 'Vuelva a intentarlo en un minuto. Una transacción firmada no hace falta firmarla otra vez.',
  },
  TRIAL_REFUSED: {
    message: 'La red lo rechazó en una prueba. No se envió nada.',
    remedy: 'Lea el motivo en los detalles y corrija lo que nombra.',
  },
  NETWORK_REFUSED: {
    message: 'La red de Stellar rechazó la transacción. No se envió.',
    remedy:
      'Prepárela de nuevo con el identificador y firme la nueva. Si también la rechaza, comunique el motivo a la persona que administra Countersign.',
  },
  FEE_NOT_COVERED: {
    message: 'La cuenta que firma no tiene XLM suficientes para la comisión de la red. La transacción no se envió.',
    remedy: 'Envíe XLM a la cuenta y luego envíe de nuevo la misma transacción firmada antes de que venza.',
  },
  SERVICE_TIMEOUT: {
    message: 'No hubo respuesta a tiempo.',
    remedy: 'Vuelva a intentarlo en un minuto.',
  },
  SERVICE_FAILED: {
    message: 'El servicio de depósitos falló.',
    remedy: 'Vuelva a intentarlo en un minuto. Si sigue fallando, avise a quien opera el servicio.',
  },
  SERVICE_REFUSED: {
    message: 'El servicio de depósitos rechazó el pedido.',
    remedy: 'Lea el motivo que dio, corrija el pedido y vuelva a intentarlo.',
  },
  SERVICE_UNAUTHORIZED: {
    message: 'El servicio de depósitos no aceptó nuestras credenciales.',
    remedy: TELL_THE_OPERATOR,
  },
  SERVICE_REPLY_UNREADABLE: {
    message: 'El servicio de depósitos devolvió una respuesta inesperada.',
    remedy: TELL_THE_OPERATOR,
  },
  SERVICE_REDIRECTED: {
    message:
      'El servicio de depósitos respondió con una redirección. No se siguen redirecciones: las credenciales van solo a la dirección configurada.',
    remedy: TELL_THE_OPERATOR,
  },
  SIGNER_NOT_FOUND: {
    message: 'La cuenta de quien firma no existe en esta red.',
    remedy: 'Primero envíe XLM a la cuenta, o revise que la dirección sea de esta red.',
  },
  SANDBOX_MISMATCH: {
    message: 'El servicio no es la red simulada: no coincide su frase de red, su fábrica o el código de su contrato.',
    remedy: TELL_THE_OPERATOR,
  },
  TRANSACTION_MISMATCH: {
    message: 'La transacción que preparó el servicio no coincide con el pedido. No se entregó y no se debe firmar.',
    remedy: 'Lea las diferencias y avise a la persona que administra Countersign.',
  },
  CLOCK_WRONG: {
    message:
      'El reloj de la computadora donde funciona Countersign difiere del de la red, así que no se puede comparar la hora de una transacción. No se entregó nada.',
    remedy: 'Pida a la persona que administra Countersign que ponga en hora su reloj y vuelva a intentarlo.',
  },
  TRANSACTION_PARTLY_VERIFIED: {
    message: 'Nada en la transacción contradice el pedido, pero una parte no se pudo verificar, así que no se ofrece.',
    remedy: 'Hable con la persona que administra Countersign: sus ajustes deciden qué se puede verificar.',
  },
  INTERFACE_DIFFERS: {
    message:
      'El código del contrato describe esta llamada de otro modo que como la conoce Countersign, así que no se ofrece ninguna transacción para ella.',
    remedy:
      'No se preparó ni se envió nada. Pregunte a la persona que administra Countersign: el contrato puede ser más nuevo que Countersign, o no ser el que parece.',
  },
  XDR_UNREADABLE: {
    message: 'Esto no es una transacción de Stellar en XDR (base64).',
    remedy: 'Pegue todo el XDR firmado tal como lo muestra la billetera, o dé su archivo.',
  },
  XDR_NOT_SIGNED: {
    message: 'La transacción no está firmada.',
    remedy: 'Fírmela en la billetera de quien firma y envíe lo que la billetera devuelve.',
  },
  NOT_SIGNED_YET: {
    message: 'Este depósito en garantía todavía no se ha firmado.',
    remedy: 'Fírmelo en su página de firma, o dé el XDR firmado.',
  },
  SIGNED_BY_ANOTHER: {
    message: 'La transacción está firmada, pero no por quien debe firmar este depósito en garantía.',
    remedy: 'Elija en la billetera la cuenta de quien firma y firme de nuevo.',
  },
  SIGNED_FOR_ANOTHER_NETWORK: {
    message: 'Se firmó para otra red.',
    remedy: 'Cambie la billetera a la red de este depósito en garantía y firme de nuevo.',
  },
  SIGNATURE_BROKEN: {
    message: 'La firma no es válida para esta transacción.',
    remedy: 'Firme de nuevo el XDR sin firmar y envíe lo que la billetera devuelve, sin cambios.',
  },
  MULTISIG_NOT_SUPPORTED: {
    message:
      'Otras cuentas también firmaron la transacción. Esta instalación no admite cuentas que necesitan varias firmas.',
    remedy:
      'Hágalo desde una cuenta que solo necesite su propia clave, o hable con la persona que administra Countersign.',
  },
  SIGNATURES_MISSING: {
    message: 'La cuenta necesita más firmas de las que tiene la transacción.',
    remedy: 'Cada firmante que falta firma el XDR que dejó el anterior; envíe el último.',
  },
  SIGNATURE_NOT_NEEDED: {
    message: 'La transacción tiene una firma que no necesita, así que la red la rechazaría.',
    remedy: 'Firme de nuevo la transacción preparada, sin más firmantes de los necesarios.',
  },
  FEE_BUMPED: {
    message:
      'La billetera envolvió la transacción para pagar su comisión (“fee bump”), y así no se puede enviar desde aquí.',
    remedy:
      'Desactive en la billetera el pago de comisiones por otro (“gasless” o “fee bump”) y firme de nuevo la transacción sin firmar.',
  },
  TRANSACTION_CHANGED: {
    message: 'La transacción firmada no es la que se preparó y se comparó. No se envió.',
    remedy: 'Firme el XDR preparado sin cambios. Si usted no cambió nada, no confíe en el programa que lo hizo.',
  },
  ESCROW_CHANGED: {
    message: 'El depósito en garantía cambió en la red después de prepararse este pago. No se envió nada.',
    remedy: 'Lea qué cambió. Si todavía es lo que quiere, pida el pago de nuevo, sin el identificador.',
  },
  TRANSACTION_EXPIRED: {
    message: 'La transacción venció; la red la rechazaría. No se envió.',
    remedy: 'Prepárela de nuevo con el identificador o el mismo pedido, y firme la nueva a tiempo.',
  },
  TRANSACTION_DISPLACED: {
    message:
      'El libro mayor aceptó en su lugar otra transacción de la cuenta que firma, y ya no puede aceptar esta. No se envió nada ahora.',
    remedy: 'Prepárela de nuevo con el identificador, y firme la nueva.',
  },
  NOT_PREPARED_HERE: {
    message: 'Esta transacción no se preparó aquí, así que no se comparó con un pedido. No se envió.',
    remedy: 'Prepare aquí el depósito en garantía y firme esa transacción.',
  },
  HANDLE_NOT_FOUND: {
    message: 'No hay ningún depósito en garantía preparado con este identificador.',
    remedy: 'Revise el identificador, o prepare de nuevo el depósito en garantía.',
  },
  ESCROW_ARCHIVED: {
    message: 'El contrato de esta dirección está archivado en la red: no se perdió nada, pero ahora no se puede leer.',
    remedy:
      'No lo dé por perdido. Cualquier llamada que escriba en él lo restaura antes, por una comisión de unos 0.1 XLM; después pregunte de nuevo.',
  },
  OUTCOME_UNKNOWN: {
    message:
      'Ya se envió una transacción para este pedido y todavía no se conoce su resultado, así que no se prepara otra.',
    remedy:
      'Envíe de nuevo el mismo XDR firmado para conocer el resultado. Hasta entonces no firme otra transacción para este depósito en garantía.',
  },
  CONFIRMATION_NEEDED: {
    message: 'Antes debe confirmarlo una persona. No se entregó ni se envió nada.',
    remedy:
      'Lo confirma quien firma, en la página de firma, en Discord o en una terminal. Un asistente no puede confirmarlo por esa persona.',
  },
  LIMIT_REACHED: {
    message: 'Esto supera un límite que se fijó aquí. No se entregó ni se envió nada.',
    remedy: 'No supere el límite, o pida a quien lo fijó que lo levante. Un asistente no puede levantarlo.',
  },
  ALREADY_ON_LEDGER: {
    message: 'Ya existe en la red un depósito en garantía con estas condiciones.',
    remedy:
      'Para otro depósito, use un identificador del acuerdo distinto. Si se quiere un segundo con las mismas condiciones, lo confirma quien firma, en la página de firma, en Discord o en una terminal.',
  },
  STEP_NOT_POSSIBLE: {
    message: 'Tal como está el depósito en garantía en la red, esto fallaría. No se preparó nada.',
    remedy: 'Vea cómo está el depósito en garantía y a quién le toca.',
  },
  ALREADY_SO: {
    message: 'La red muestra que esto ya está hecho. No se preparó nada.',
    remedy: 'No hace falta hacer nada.',
  },
  ADDRESS_TAKEN: {
    message: 'En la dirección de este depósito en garantía hay otro contrato. No le ponga fondos.',
    remedy: 'No pague nada a esa dirección. Lea las diferencias y avise a la persona que administra Countersign.',
  },
  SEQUENCE_TAKEN: {
    message: 'Hay otra transacción en curso de la cuenta de quien firma, así que la red rechazaría esta.',
    remedy: 'Espere a que la otra quede registrada o venza, y vuelva a intentarlo.',
  },
  SUPERSEDED: {
    message: 'Una versión más nueva reemplazó esta transacción. No se envió.',
    remedy: 'Siga con la nueva si sabe quién la cambió; si no, no firme ninguna de las dos.',
  },
  DECLINED: {
    message: 'Esto se rechazó en la página de firma. No se envió.',
    remedy: 'Pregunte qué se quiere en su lugar y prepare eso.',
  },
  ALREADY_SETTLED: {
    message: 'Este depósito en garantía ya quedó registrado.',
    remedy: 'Consulte su saldo, o use un identificador del acuerdo distinto para otro depósito.',
  },
  NOT_OVER: {
    message: 'Esto todavía puede importar, así que no se olvida.',
    remedy: 'Olvídelo cuando haya quedado registrado o haya terminado.',
  },
  DISCORD_UNREACHABLE: {
    message: 'No se pudo conectar con Discord.',
    remedy: 'Revise la conexión y vuelva a iniciar el bot.',
  },
  STORE_FULL: {
    message: 'El almacén de depósitos preparados está lleno, así que no se prepara ninguno nuevo.',
    remedy: 'Espere unos minutos a que venzan algunos y vuelva a intentarlo.',
  },
  STORE_UNREACHABLE: {
    message: 'Countersign no puede acceder a sus registros en este momento.',
    remedy:
      'Espere un minuto y vuelva a intentar lo mismo: nada se hace dos veces. Si sigue así, avise a la persona que administra Countersign.',
  },
  STORE_UNUSABLE: { message: 'No se puede usar la carpeta de datos.', remedy: TELL_THE_OPERATOR },
  RECORD_DAMAGED: {
    message: 'Un registro de la carpeta de datos está dañado; no se muestra nada de él. A los demás no les afecta.',
    remedy: TELL_THE_OPERATOR,
  },
  LEDGER_SET_ASIDE: {
    message:
      'Esto se preparó para un libro mayor que se apartó: sus contratos ya no existen, así que ya no se puede firmar.',
    remedy: 'Prepare el depósito otra vez si aún lo quiere: tendrá una dirección nueva.',
  },
  INTERNAL: {
    message: 'Algo falló en el propio Countersign. Los detalles están en el registro del programa.',
    remedy: 'Vuelva a intentarlo. Si sigue fallando, infórmelo junto con el registro.',
  },
};

const GIVE_THE_TRANSACTION =
  'Dé la transacción misma: un texto largo que empieza con AAAA, como lo muestra la billetera después de firmar.';

export const XDR_REASONS_ES: Readonly<Record<XdrReason, ErrorText>> = {
  empty: {
    message: 'Aquí no hay ninguna transacción: el texto o el archivo está vacío.',
    remedy: 'Dé el XDR de la transacción, como la billetera lo muestra o lo guarda después de firmar.',
  },
  truncated: {
    message: 'La transacción está cortada.',
    remedy:
      'Los chats acortan los textos largos. Copie de nuevo el XDR firmado con el botón de copiar de la billetera, y adjúntelo como archivo o péguelo en la página de firma, donde no se corta nada.',
  },
  damaged: {
    message:
      'Esto empieza como una transacción, pero en el camino se cambiaron, perdieron o agregaron algunos caracteres.',
    remedy: 'Copie de nuevo el XDR firmado con el botón de copiar de la billetera, o adjúntelo como archivo.',
  },
  ambiguous: { message: 'Esto contiene varias transacciones distintas.', remedy: 'Pegue solo la firmada.' },
  hash: {
    message: 'Son 32 bytes, como la huella (hash) de una transacción, no la transacción misma.',
    remedy: GIVE_THE_TRANSACTION,
  },
  address: { message: 'Esto es una dirección, no una transacción.', remedy: GIVE_THE_TRANSACTION },
  id: {
    message: 'Esto parece el identificador de un depósito preparado, no una transacción.',
    remedy:
      'Dé el identificador donde se pide. La transacción es un texto largo que empieza con AAAA, como lo muestra la billetera después de firmar.',
  },
  link: {
    message: 'Esto es un enlace sin ninguna transacción. Countersign nunca abre enlaces.',
    remedy: 'Abra usted el enlace y firme allí, o dé la transacción misma: un texto largo que empieza con AAAA.',
  },
  refusal: {
    message: 'Este es el aviso de una billetera de que no firmó, y no una transacción.',
    remedy: 'Firme de nuevo en la billetera y apruébelo allí, o déjelo si no quiere firmar.',
  },
  'other-kind': {
    message: 'Esto es XDR, pero no una transacción.',
    remedy: 'Elija “firmar transacción” en la billetera y dé toda la transacción firmada (su sobre).',
  },
  'not-text': {
    message: 'Este no es un archivo de texto.',
    remedy: 'Guarde como archivo de texto simple (.txt) lo que la billetera muestra después de firmar, y dé ese.',
  },
  'too-large': {
    message: 'Esto es más grande que cualquier transacción que la red acepta (132,096 bytes).',
    remedy: 'Revise que dio el archivo o el texto correcto.',
  },
};
