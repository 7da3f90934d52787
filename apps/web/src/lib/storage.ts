/** If the browser blocks its storages (all cookies blocked), values are kept in memory until the page closes. */
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

/** The key under which the API explorer stores its token. It is removed at sign-out. */
export const API_TOKEN = 'daymark.api-token'
