FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 DATA_DIR=/data
WORKDIR /srv/franchise
RUN useradd --uid 10001 --no-create-home franchise && install -d -o franchise /data /data/metrics /data/anchors
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
RUN SECRET_KEY=build python manage.py collectstatic --noinput
USER franchise
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--no-ws", "--log-config", "deploy/granian.json", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--blocking-threads", "4", "--respawn-failed-workers", "franchise_site.wsgi:application"]
