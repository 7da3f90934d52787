/** The API address of this installation; samples contain it, so that copied code works at once. */
export const baseUrl = () => `${window.location.origin}/v1`
