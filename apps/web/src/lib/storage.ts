/** Where a browser forbids its storages (all cookies blocked) everything works, but is forgotten with the page. */
class MemoryStorage implements Storage {
  readonly #values = new Map<string, string>()
  get length() {
    return this.#values.size
  }
  key = (index: number) => [...this.#values.keys()][index] ?? null
  getItem = (name: string) => this.#values.get(name) ?? null
  setItem = (name: string, value: string) => void this.#values.set(name, value)
  removeItem = (name: string) => void this.#values.delete(name)
  clear = () => this.#values.clear()
}

function orMemory(open: () => Storage): Storage {
  try {
    return open()
  } catch {
    return new MemoryStorage()
  }
}

export const local = orMemory(() => window.localStorage)
export const session = orMemory(() => window.sessionStorage)

/** Under which the API explorer keeps the token it was given: it is no cache, but goes with the person like one. */
export const API_TOKEN = 'daymark.api-token'
