/**
 * Stores values in memory until the page closes. Used if the browser blocks its storages, which some do together with
 * cookies.
 */
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

function openOrUseMemory(open: () => Storage): Storage {
  try {
    return open()
  } catch {
    return new MemoryStorage()
  }
}

export const safeLocalStorage = openOrUseMemory(() => window.localStorage)
export const safeSessionStorage = openOrUseMemory(() => window.sessionStorage)

/** The storage key of the API explorer's token. Signing out removes it. */
export const API_TOKEN_KEY = 'daymark.api-token'
