import type { http } from '@daymark/contracts'
import type { RefObject } from 'react'

/** The props of each part of the viewer that belongs to comments. */
export type PartProps = { share: http.PublicShare; id: string; dialog: RefObject<HTMLDialogElement | null> }
