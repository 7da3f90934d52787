import { AwaitGallery } from './await-gallery.handler.ts'
import { GetFirstLook } from './get-first-look.handler.ts'
import { CompleteLink } from './owner/complete-link.handler.ts'
import { ListWaiting } from './owner/list-waiting.handler.ts'
import { RemoveWaiting } from './owner/remove-waiting.handler.ts'

/** Galleries of which more is coming, and who wants to know when it is there. */
export const firstLookHandlers = [GetFirstLook, AwaitGallery, ListWaiting, RemoveWaiting, CompleteLink]
