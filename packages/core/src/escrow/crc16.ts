/** CRC-16/XMODEM, the checksum of Stellar's addresses and secret seeds (SEP-23). */
const POLYNOMIAL = 0x11021;

/** The remainder of `value` followed by so many zero bits, divided by the polynomial. @param value of 16 bits at most */
export function crc16Remainder(value: number, zeroBits: number): number {
  let rest = value;
  for (let bit = 0; bit < zeroBits; bit++) {
    rest <<= 1;
    if (rest & 0x10000) rest ^= POLYNOMIAL;
  }
  return rest;
}

export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = crc16Remainder(crc ^ (byte << 8), 8);
  return crc;
}
