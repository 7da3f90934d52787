import { useSyncExternalStore } from 'react'

/** State outside of React that survives the change of a screen. Components read it with `useStore`. */
export class Store<T> {
  #value: T
  readonly #listeners = new Set<() => void>()
  constructor(value: T) {
    this.#value = value
  }

  snapshot = (): T => this.#value
  /** Returns the function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  set(value: T) {
    this.#value = value
    this.#listeners.forEach(listener => listener())
  }
}

export const useStore = <T>({ subscribe, snapshot }: Pick<Store<T>, 'subscribe' | 'snapshot'>): T =>
  useSyncExternalStore(subscribe, snapshot)
