import { albumReducer, initialAlbumState, findSelectedPhotos, type AlbumAction } from './album.reducer.ts'

const after = (...actions: AlbumAction[]) => actions.reduce(albumReducer, initialAlbumState)

describe('modes of the album page', () => {
  it('L-AD-20 starts in view mode with uploader and picker hidden and nothing selected', () => {
    expect(initialAlbumState).toMatchObject({ mode: 'view', isUploaderShown: false, isPickerShown: false })
    expect(initialAlbumState.selectedIds.size).toBe(0)
  })

  it('L-AD-12 L-AD-20 a selection exists only while selecting and is cleared by any change of mode', () => {
    const selecting = after({ type: 'set-mode', mode: 'selecting' }, { type: 'select', ids: ['a', 'b'] })
    expect([...selecting.selectedIds]).toEqual(['a', 'b'])
    expect(albumReducer(selecting, { type: 'set-mode', mode: 'view' }).selectedIds.size).toBe(0)
    expect(after({ type: 'select', ids: ['a'] }).selectedIds.size).toBe(0)
  })

  it('L-AD-12 a press toggles a photo, with Shift a range, and only while selecting', () => {
    const order = ['a', 'b', 'c', 'd']
    const press = (id: string, withRange = false): AlbumAction => ({ type: 'toggle', id, order, withRange })
    expect(after(press('a')).selectedIds.size).toBe(0)
    const selecting: AlbumAction = { type: 'set-mode', mode: 'selecting' }
    expect([...after(selecting, press('a'), press('c', true)).selectedIds]).toEqual(['a', 'b', 'c'])
    expect([...after(selecting, press('a'), press('b'), press('a')).selectedIds]).toEqual(['b'])
  })

  it('L-AD-12 a photo that left the album leaves the selection', () => {
    const selecting = after({ type: 'set-mode', mode: 'selecting' }, { type: 'select', ids: ['gone', 'b'] })
    expect(findSelectedPhotos(selecting, [{ id: 'a' }, { id: 'b' }])).toEqual([{ id: 'b' }])
  })

  it('L-AD-20 uploader and picker open and close in every mode', () => {
    for (const mode of ['view', 'edit-info', 'selecting', 'rearranging'] as const) {
      const open = after(
        { type: 'set-mode', mode },
        { type: 'show-uploader', isShown: true },
        { type: 'show-picker', isShown: true },
      )
      expect(open).toMatchObject({ mode, isUploaderShown: true, isPickerShown: true })
      expect(albumReducer(open, { type: 'show-picker', isShown: false })).toMatchObject({
        mode,
        isUploaderShown: true,
        isPickerShown: false,
      })
    }
  })
})
