/** The file is not built as its walker expects: nothing in it can be called safe. */
export class Unsafe extends Error {
  override name = 'Unsafe'
}
export function assure(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Unsafe(what)
}
