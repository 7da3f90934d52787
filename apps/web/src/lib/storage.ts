/**
 * Stores values in memory until the page closes. Used if the browser blocks local storage and session storage, as some
 * browsers do together with cookies.
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

/** The storage key of the API token that the user enters in the API explorer. Signing out removes the token. */
export const API_TOKEN_KEY = 'daymark.api-token'
