import { BeginPicks } from './begin-picks.handler.ts'
import { ChangePicks } from './change-picks.handler.ts'
import { GetPicks } from './get-picks.handler.ts'
import { ListAlbumPicks } from './list-album-picks.handler.ts'
import { ListPickedPhotos } from './list-picked-photos.handler.ts'
import { ListPicks } from './list-picks.handler.ts'
import { PickAccess } from './pick-access.ts'
import { RemovePicks } from './remove-picks.handler.ts'
import { ReopenPicks } from './reopen-picks.handler.ts'
import { SendPicks } from './send-picks.handler.ts'

export const pickHandlers = [
  BeginPicks,
  GetPicks,
  ChangePicks,
  SendPicks,
  ListPicks,
  ListPickedPhotos,
  ListAlbumPicks,
  ReopenPicks,
  RemovePicks,
]
export const pickProviders = [PickAccess]
