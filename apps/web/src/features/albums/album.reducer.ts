import { toggleInSelection } from '../../widgets/photo-grid/selection/use-selection.ts'

/**
 * L-AD-20: the state of the album page. Uploader and picker can be open in each mode; photos are selected only in the
 * mode `selecting`.
 */
export type AlbumState = {
  mode: 'view' | 'edit-info' | 'selecting' | 'rearranging'
  selectedIds: ReadonlySet<string>
  /** The id of the last toggled photo, at which a range that is selected with the Shift key begins. */
  lastToggledId: string | null
  isUploaderShown: boolean
  isPickerShown: boolean
}

export type AlbumAction =
  | { type: 'set-mode'; mode: AlbumState['mode'] }
  /** `firstId`: the photo whose long press started the selection. */
  | { type: 'set-mode'; mode: 'selecting'; firstId: string }
  | { type: 'toggle'; id: string; order: readonly string[]; withRange: boolean }
  | { type: 'select'; ids: readonly string[] }
  | { type: 'show-uploader' | 'show-picker'; isShown: boolean }

const NO_PHOTO_IDS: ReadonlySet<string> = new Set()
export const initialAlbumState: AlbumState = {
  mode: 'view',
  selectedIds: NO_PHOTO_IDS,
  lastToggledId: null,
  isUploaderShown: false,
  isPickerShown: false,
}

const createSelection = (id: string | null) => ({
  selectedIds: id === null ? NO_PHOTO_IDS : new Set([id]),
  lastToggledId: id,
})

export function albumReducer(state: AlbumState, action: AlbumAction): AlbumState {
  switch (action.type) {
    case 'set-mode':
      return { ...state, mode: action.mode, ...createSelection('firstId' in action ? action.firstId : null) }
    case 'toggle': {
      if (state.mode !== 'selecting') return state
      const selectedIds = toggleInSelection(
        state.selectedIds,
        action.order,
        action.id,
        action.withRange ? state.lastToggledId : null,
      )
      return { ...state, selectedIds, lastToggledId: action.id }
    }
    case 'select':
      return state.mode === 'selecting' ? { ...state, selectedIds: new Set(action.ids) } : state
    case 'show-uploader':
      return { ...state, isUploaderShown: action.isShown }
    case 'show-picker':
      return { ...state, isPickerShown: action.isShown }
  }
}

/** Returns the selected photos. Photos that are no longer in the album are left out. */
export const findSelectedPhotos = <T extends { id: string }>({ selectedIds }: AlbumState, photos: readonly T[]): T[] =>
  selectedIds.size === 0 ? [] : photos.filter(photo => selectedIds.has(photo.id))
