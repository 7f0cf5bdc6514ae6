/** The short answers of commands and buttons, next to their cards. */

export const helpHeading = (network: string): string => `Depósitos en garantía en Stellar (${network})`;
export const HELP: string = `1. **/escrow crear** abre un borrador: complete sus formularios y pulse **Preparar**. Con desde: copia un depósito anterior.
2. Si prefiere un archivo, pulse **Descargar como YAML** en un borrador, cambie el archivo y adjúntelo a **/escrow crear**. De las dos formas ve lo que dice la transacción, leído de la transacción misma.
3. Lea la tarjeta. Si algo lo detiene allí, pulse **Ya lo leí** y escriba el monto total. Si es lo que quiere, firme: con su botón, o con su billetera y el archivo adjunto.
4. **/escrow enviar** recibe lo que firmó su billetera, si no usó el botón. La tarjeta muestra después el resultado.
5. **/escrow financiar** prepara un pago a un depósito, que se lee y se firma igual. **/escrow saldo** lee lo que tiene un depósito.
6. **/escrow ver** dice cómo está un depósito y a quién le toca. Si le toca a usted, tiene sus botones: informar, aprobar, pagar, disputar, decidir, retirar. Cada uno da una tarjeta que se lee y se firma como las demás.

**/escrow lista** muestra sus depósitos de aquí por título, **/escrow saldo** con todos: True lo que tienen juntos. **/escrow olvidar** quita del registro de aquí uno que terminó. Donde se pida un depósito, escriba su título.
**/escrow pendientes** muestra otra vez las tarjetas abiertas, **/escrow billetera** recuerda su dirección, **/escrow trustline** le permite tener un token, **/escrow explicar** dice qué hace cualquier transacción; para una de un mensaje use **Explicar este XDR** en el menú de ese mensaje.
**/escrow límites** fija lo máximo que se prepara para usted, de una vez y en un día. **/escrow compartir** deja que otra persona vea uno de sus depósitos, o que también lo firme.
**/escrow ajustes** es para miembros con “Gestionar servidor”: roles, canales, valores por defecto y límites de este servidor.

Nadie aquí necesita nunca su clave secreta ni su frase de recuperación. Quien se las pida quiere su dinero.`;

export const LIMITS_HEADING: string = 'Sus propios límites aquí';
export const ONE_ESCROW: string = 'Un depósito';
export const ONE_DAY: string = 'Un día (UTC), de un token';
export const NO_LIMIT: string = 'sin límite';
export const LIMITS_NOTE: string =
  'En unidades del token, sea cual sea. Más allá de ellos no se prepara nada para usted en este servidor. Solo usted puede cambiarlos, con /escrow límites. La persona que administra este bot puede haber fijado otros.';

export const NOTHING_PENDING: string = 'No hay nada pendiente';
export const ALL_OVER: string = 'Todo lo que preparó aquí quedó registrado, o se reemplazó, rechazó o descartó.';
export const andMore = (left: number): string => `Y ${left} más`;
export const THEN_OTHERS: string = 'Termine o descarte primero algunas de estas; después se ven las demás.';

export const SHARED: string = 'Compartido';
export const MAY: Readonly<Record<'read' | 'sign', string>> = {
  read: 'Ahora puede verlo, y qué fue de él. No puede firmar ni cambiar nada.',
  sign: 'Ahora puede verlo, renovarlo, firmarlo con la billetera del firmante, enviarlo y descartarlo.',
};
export const letIn = (member: string, may: string, id: string): string =>
  `Se dio acceso al miembro con el id ${member}. ${may} Dígale que use /escrow pendientes con id ${id}; el bot no le avisa.`;
