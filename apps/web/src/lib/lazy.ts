import { lazy, type ElementType, type LazyExoticComponent } from 'react'

/** Any component, with any props. */
type Component = Exclude<ElementType, string>

/** Returns the component `name` of a module that is loaded when the component is first rendered. */
export const lazyOf = <N extends string, M extends Record<N, Component>>(
  load: () => Promise<M>,
  name: N,
): LazyExoticComponent<M[N]> => lazy(async () => ({ default: (await load())[name] }))
