type Segment<Text extends string> = Text extends `:${infer Name}?`
  ? `{-$${Name}}`
  : Text extends `:${infer Name}`
    ? `$${Name}`
    : Text;
/** The contract's `/a/:b/:c?` in the router's syntax: `/a/$b/{-$c}`. */
export type RouterPath<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? `${Segment<Head>}/${RouterPath<Rest>}`
  : Segment<Path>;

export const routerPath = <Path extends string>(path: Path): RouterPath<Path> =>
  path.replace(/:(\w+)\?/g, '{-$$$1}').replace(/:(\w+)/g, '$$$1') as RouterPath<Path>;
