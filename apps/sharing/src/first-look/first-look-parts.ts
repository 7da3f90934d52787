import { AwaitGallery, GetFirstLook } from './first-look.handlers.ts'
import { CompleteLink } from './owner/complete-link.handler.ts'
import { ListWaiting, RemoveWaiting } from './owner/owner.handlers.ts'

/** Galleries of which more is coming, and who wants to know when it is there. */
export const firstLookHandlers = [GetFirstLook, AwaitGallery, ListWaiting, RemoveWaiting, CompleteLink]
