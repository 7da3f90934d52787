import { toggleInSelection } from '../../widgets/photo-grid/selection/use-selection.ts'

/**
 * L-AD-20: the state of the album page. Uploader and picker can be open in each mode; photos are selected only in the
 * mode `selecting`.
 */
export type AlbumState = {
  mode: 'view' | 'edit-info' | 'selecting' | 'rearranging'
  selected: ReadonlySet<string>
  /** The last toggled photo. A press with the Shift key selects the range from it. */
  lastToggled: string | null
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

const NO_PHOTOS: ReadonlySet<string> = new Set()
export const initialAlbumState: AlbumState = {
  mode: 'view',
  selected: NO_PHOTOS,
  lastToggled: null,
  isUploaderShown: false,
  isPickerShown: false,
}

const selectFirst = (id: string | null) => ({ selected: id === null ? NO_PHOTOS : new Set([id]), lastToggled: id })

export function albumReducer(state: AlbumState, action: AlbumAction): AlbumState {
  switch (action.type) {
    case 'set-mode':
      return { ...state, mode: action.mode, ...selectFirst('firstId' in action ? action.firstId : null) }
    case 'toggle': {
      if (state.mode !== 'selecting') return state
      const selected = toggleInSelection(
        state.selected,
        action.order,
        action.id,
        action.withRange ? state.lastToggled : null,
      )
      return { ...state, selected, lastToggled: action.id }
    }
    case 'select':
      return state.mode === 'selecting' ? { ...state, selected: new Set(action.ids) } : state
    case 'show-uploader':
      return { ...state, isUploaderShown: action.isShown }
    case 'show-picker':
      return { ...state, isPickerShown: action.isShown }
  }
}

/** Returns the selected photos. Photos that are no longer in the album are left out. */
export const selectedPhotos = <T extends { id: string }>({ selected }: AlbumState, photos: readonly T[]): T[] =>
  selected.size === 0 ? [] : photos.filter(photo => selected.has(photo.id))
