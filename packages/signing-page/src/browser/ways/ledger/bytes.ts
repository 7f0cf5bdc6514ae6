/** What Ledger's libraries use of Node's Buffer, which a browser lacks; the build gives it to them alone. */

class Bytes extends Uint8Array {
  readonly #view = new DataView(this.buffer, this.byteOffset, this.byteLength);

  readUInt8 = (at: number): number => this.#view.getUint8(at);
  readUInt16BE = (at: number): number => this.#view.getUint16(at);
  writeUInt8 = (value: number, at: number): void => this.#view.setUint8(at, value);
  writeUInt16BE = (value: number, at: number): void => this.#view.setUint16(at, value);
  writeUInt32BE = (value: number, at: number): void => this.#view.setUint32(at, value);
}

export const Buffer = {
  alloc: (size: number): Bytes => new Bytes(size),
  from: (source: ArrayBuffer | ArrayLike<number>): Bytes => new Bytes(new Uint8Array(source)),
  concat: (parts: readonly Uint8Array[]): Bytes => {
    const whole = new Bytes(parts.reduce((size, { length }) => size + length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  },
};
