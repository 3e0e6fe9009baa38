/** True if a category is only the server's name for models without one. */
export const isUncategorised = (category: string) => category === '' || category === 'Uncategorised';
