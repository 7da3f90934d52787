/** The first 32 bits of the fractions of the cube roots (K) and square roots (H) of the first primes. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  n => n > 1 && Array.from({ length: n - 2 }, (__, d) => d + 2).every(d => n % d !== 0),
)
const K = Int32Array.from(PRIMES, prime => fraction(Math.cbrt(prime)))
const H = Int32Array.from(PRIMES.slice(0, 8), prime => fraction(Math.sqrt(prime)))
const BLOCK = 64

/** SHA-256 of what comes piece by piece: crypto.subtle wants the whole at once, and is missing where there is no https. */
export class Sha256 {
  readonly #state = H.slice()
  readonly #words = new Int32Array(64)
  readonly #held = new Uint8Array(BLOCK)
  #length = 0

  update(bytes: Uint8Array) {
    let at = 0
    const filled = this.#length % BLOCK
    this.#length += bytes.length
    if (filled > 0) {
      at = Math.min(BLOCK - filled, bytes.length)
      this.#held.set(bytes.subarray(0, at), filled)
      if (filled + at < BLOCK) return this
      this.#blocks(this.#held, 0)
    }
    const end = this.#blocks(bytes, at)
    this.#held.set(bytes.subarray(end))
    return this
  }

  hex() {
    const length = this.#length
    const padding = new Uint8Array((length % BLOCK < 56 ? 56 : 120) - (length % BLOCK) + 8)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(length / 2 ** 29))
    view.setUint32(padding.length - 4, (length << 3) >>> 0)
    this.update(padding)
    return Array.from(this.#state, word => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  /** All whole blocks from `at` on; answers where they end. */
  #blocks(bytes: Uint8Array, at: number) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (; at + BLOCK <= bytes.length; at += BLOCK) {
      expand(this.#words, view, at)
      compress(this.#state, this.#words)
    }
    return at
  }
}

function expand(w: Int32Array, view: DataView, at: number) {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number
    const y = w[i - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0
  }
}

/** Without arrays of its own: this runs sixteen thousand times per megabyte. */
function compress(state: Int32Array, w: Int32Array) {
  const at = (i: number) => state[i] as number
  let a = at(0)
  let b = at(1)
  let c = at(2)
  let d = at(3)
  let e = at(4)
  let f = at(5)
  let g = at(6)
  let h = at(7)
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = at(0) + a
  state[1] = at(1) + b
  state[2] = at(2) + c
  state[3] = at(3) + d
  state[4] = at(4) + e
  state[5] = at(5) + f
  state[6] = at(6) + g
  state[7] = at(7) + h
}
