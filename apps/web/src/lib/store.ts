import { useSyncExternalStore } from 'react'

/**
 * State outside of React, which therefore survives the change to another screen. Components read it with `useStore`.
 */
export class Store<T> {
  #value: T
  readonly #listeners = new Set<() => void>()
  constructor(value: T) {
    this.#value = value
  }

  snapshot = (): T => this.#value
  /** Adds a listener. Returns the function that removes it. */
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
