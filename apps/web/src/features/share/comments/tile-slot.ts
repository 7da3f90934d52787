import { lazy } from 'react'

/** All of it is loaded once for galleries whose visitors comment, and never for others. */
export const TileComments = lazy(async () => ({ default: (await import('./comments.tsx')).TileComments }))
