/** Where the API of this installation is; it stands in every sample, so that what is copied works at once. */
export const baseUrl = () => `${window.location.origin}/v1`
