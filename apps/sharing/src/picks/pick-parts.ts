import {
  BeginPicks,
  GetPicks,
  ListAlbumPicks,
  ListPicks,
  RemovePicks,
  ReopenPicks,
  SendPicks,
} from './picks.handlers.ts'
import { ChangePicks } from './change-picks.handler.ts'
import { ListPickedPhotos } from './list-picked-photos.handler.ts'
import { PickAccess } from './pick-access.ts'

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
