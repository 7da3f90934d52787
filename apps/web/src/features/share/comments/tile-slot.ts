import { lazy } from 'react'

/** Loaded once for galleries with comments, and never for others. */
export const TileComments = lazy(async () => ({ default: (await import('./comments.tsx')).TileComments }))
