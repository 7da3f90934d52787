import type { http } from '@daymark/contracts'
import type { RefObject } from 'react'

/** What each part of the viewer that belongs to comments needs to know. */
export type PartProps = { share: http.PublicShare; id: string; dialog: RefObject<HTMLDialogElement | null> }
