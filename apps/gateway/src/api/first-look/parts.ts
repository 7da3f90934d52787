import { ShareFirstLookController } from './share-first-look.controller.ts'
import { VisitorFirstLookController } from './visitor-first-look.controller.ts'

/** Galleries of which more is coming. */
export const firstLookControllers = [VisitorFirstLookController, ShareFirstLookController]
